import type { OptionDefinition } from '../../../schemas/generated/types.ts';
import {
  type Authoring,
  type FieldWords,
  filled,
  numbered,
  type OwnProperties,
  usualRange,
} from '../kinds/authoring.ts';

/** From the least to the most satisfied, by how many there are. */
const faces: Readonly<Record<number, readonly string[]>> = {
  3: ['🙁', '😐', '🙂'],
  5: ['😞', '🙁', '😐', '🙂', '😀'],
};

type Looks = (
  most: number,
  texts: FieldWords['texts'],
) => { readonly look: 'hearts' | 'scale' | 'stars'; readonly options: readonly OptionDefinition[] };

/** How a rating is drawn and read aloud, by what it counts. */
const counted: { readonly [Icon in NonNullable<OwnProperties['icon']>]: Looks } = {
  star: (max, texts) => ({
    look: 'stars',
    options: numbered(usualRange.min, max, (stars) =>
      filled(stars === 1 ? texts.fieldStar : texts.fieldStars, { stars, max }),
    ),
  }),
  heart: (max, texts) => ({
    look: 'hearts',
    options: numbered(usualRange.min, max, (hearts) =>
      filled(hearts === 1 ? texts.fieldHeart : texts.fieldHearts, { hearts, max }),
    ),
  }),
  number: (max) => ({ look: 'scale', options: numbered(usualRange.min, max) }),
  smiley: (max) => ({
    look: 'scale',
    options: numbered(usualRange.min, max, (face) => faces[max]?.[face - 1] ?? String(face)),
  }),
};

export const rating: Authoring<'rating', 'choice'> = {
  control: 'choice',
  autofill: [],
  typed: false,
  isNumber: true,
  define: (base, { max = usualRange.max, icon = 'star' }, { texts }) => ({
    ...{ ...base, type: 'choice' },
    ...counted[icon](max, texts),
  }),
};
