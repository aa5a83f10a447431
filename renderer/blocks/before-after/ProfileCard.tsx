import type { BeforeAfterBlock } from '../../../schemas/generated/types.ts';
import { classes } from '../../parts/classes.ts';
import { each } from '../../parts/each.ts';
import { toneClass } from '../../parts/Section.tsx';
import type { View } from '../../parts/view.ts';
import type { beforeAfter } from './recipe.ts';

const c = classes<typeof beforeAfter>('before-after');

type Profile = BeforeAfterBlock['items'][number]['before'];
export type FaceName = NonNullable<BeforeAfterBlock['items'][number]['face']>;
export type Side = 'before' | 'after';

/** SVG paths of hairstyles, on a canvas of 64 by 64. */
const hair = {
  long: 'M20 30c-2-15 5-20 12-20s14 5 12 20c2 7 1 12-1 16H21c-2-4-3-9-1-16z',
  short: 'M22 25c-1-9 4-14 10-14s11 5 10 14l-2-5c-5 1-11 0-14-3z',
  bob: 'M21 28c-2-13 5-18 12-17 6 0 11 6 9 17 1 3 0 6-2 7H24c-2-1-3-4-3-7z',
} as const;
const order = ['long', 'short', 'bob'] as const;

/** The portrait of a case: the author's, or the next one in rotation. */
export const faceOf = (face: FaceName | undefined, index: number): FaceName =>
  face ?? (order[index % order.length] as FaceName);

const skin = 'M32 15c5 0 8 4 8 10s-3 11-8 11-8-5-8-11 3-10 8-10zM28 34h8v9h-8z';
const jacket = 'M10 64c0-14 8-20 18-22l4 8 4-8c10 2 18 8 18 22z';
const shirt = 'm28 42 4 9 4-9-4 3z';
/** A neutral figure for an account without a picture. */
const anonymous = 'M32 16a11 11 0 1 1 0 22 11 11 0 0 1 0-22zM10 64c1-15 10-22 22-22s21 7 22 22z';

const Face = ({ side, face }: { side: Side; face: FaceName }) => (
  <svg className={c('face', { side })} viewBox="0 0 64 64" aria-hidden="true">
    {side === 'before' ? (
      <path d={anonymous} />
    ) : (
      <>
        <path d={hair[face]} />
        <path className={c('skin')} d={skin} />
        <path d={jacket} />
        <path className={c('shirt')} d={shirt} />
      </>
    )}
  </svg>
);

interface ProfileProps {
  profile: Profile;
  side: Side;
  face: FaceName;
  view: View;
}

/** A social profile on a phone. Screen readers get one description of the whole drawing. */
export const ProfileCard = ({ profile, side, face, view }: ProfileProps) => (
  <figure className={c('profile')}>
    <p className={c('title', { side })}>{view.text(profile.title)}</p>
    <div className={c('phone', { side }) + toneClass('plain')} role="img" aria-label={view.plain(profile.alt)}>
      <div className={c('screen')} aria-hidden="true">
        <p className={c('handle')}>{view.text(profile.handle)}</p>
        <div className={c('head')}>
          <Face side={side} face={face} />
          <span className={c('counts', { side })} />
        </div>
        <div className={c('about')}>
          {profile.name !== undefined && <p className={c('name')}>{view.text(profile.name)}</p>}
          <p className={c('bio')}>{view.text(profile.bio)}</p>
        </div>
        <span className={c('follow', { side: side === 'after' ? side : undefined })} />
        {profile.highlights && (
          <ul className={c('highlights')}>
            {each(profile.highlights, (highlight) => (
              <li className={c('highlight', { side })}>{view.text(highlight)}</li>
            ))}
          </ul>
        )}
        {profile.posts && (
          <ul className={c('posts')}>
            {each(profile.posts, (post) => (
              <li className={c('post', { side })}>{view.text(post)}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
    {profile.highlight !== undefined && <figcaption className={c('note')}>{view.text(profile.highlight)}</figcaption>}
  </figure>
);
