import { type Authoring, filled, numbered, usualRange } from '../kinds/authoring.ts';

/** From the least to the most satisfied, by how many there are. */
const faces: Readonly<Record<number, readonly string[]>> = {
  3: ['🙁', '😐', '🙂'],
  5: ['😞', '🙁', '😐', '🙂', '😀'],
};

export const rating: Authoring<'rating', 'choice'> = {
  control: 'choice',
  autofill: [],
  typed: false,
  isNumber: true,
  define: (base, { max = usualRange.max, icon = 'star' }, { texts }) => ({
    ...base,
    type: 'choice',
    ...(icon === 'smiley'
      ? { look: 'scale', options: numbered(usualRange.min, max, (face) => faces[max]?.[face - 1] ?? String(face)) }
      : {
          look: 'stars',
          options: numbered(usualRange.min, max, (stars) =>
            filled(stars === 1 ? texts.fieldStar : texts.fieldStars, { stars, max }),
          ),
        }),
  }),
};
