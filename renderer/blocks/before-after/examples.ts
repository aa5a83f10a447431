import type { BlockExamples } from '../../parts/view.ts';

/** The smallest block of this type, and one with all its properties. */
export const examples = {
  minimal: {
    type: 'before-after',
    items: [
      {
        name: 'Helen Park',
        area: 'Pottery',
        before: { title: 'Before', handle: '@helenpark1', bio: 'Crafts', alt: 'A profile without a portrait.' },
        after: { title: 'After', handle: '@helen.pottery', bio: 'Pottery', alt: 'A profile with a clear subject.' },
      },
    ],
  },
  full: {
    type: 'before-after',
    id: 'before-after',
    tone: 'soft',
    title: 'The same person, read differently',
    lead: 'Three profiles drawn again: same work, same people, another first impression.',
    items: [
      {
        name: 'Helen Park',
        area: 'Pottery · 14 years',
        before: {
          title: 'Before',
          handle: '@helenpark1',
          name: 'Helen Park',
          bio: 'Maker 🏺\nCoffee, dogs and long walks\nAll kinds of orders',
          highlights: ['Travel', 'Pets', 'Quotes'],
          posts: ['Good morning!', 'Happy Friday', '', 'Quote of the day', 'Sale', ''],
          highlight: 'Nobody can tell what she makes, or for whom.',
          alt: 'A profile without a portrait, with a general text and posts that have nothing in common.',
        },
        after: {
          title: 'After',
          handle: '@helen.pottery',
          name: 'Helen Park | Pottery',
          bio: 'Tableware for small restaurants\n14 years at the wheel\nStart here ↓',
          highlights: ['How I work', 'Plates', 'Bowls', 'Questions'],
          posts: ['Which glaze', '', 'From clay to cup', 'Three shapes', 'Care', ''],
          highlight: 'What, for whom and the next step on one screen.',
          alt: 'A profile with a portrait, a clear text, highlights by subject and posts of one kind.',
        },
      },
      {
        name: 'Ralph Moore',
        face: 'short',
        area: 'Bicycle repair · 11 years',
        before: {
          title: 'Before',
          handle: '@moore.services2',
          bio: 'Repair and services of every kind',
          posts: ['Logo', '', 'Price list', 'Closed today', '', 'Holidays'],
          highlight: 'It looks like any workshop, and any workshop can be replaced.',
          alt: 'A profile with a logo, without a person, and posts with price lists.',
        },
        after: {
          title: 'After',
          handle: '@ralph.cycles',
          name: 'Ralph Moore | Touring bicycles',
          bio: 'Bicycles that come home again\nFor long tours\nBook by the link ↓',
          highlights: ['Method', 'Brakes', 'Wheels', 'Contact'],
          posts: ['Before a tour', 'Chain or belt', '', 'What to pack', '', 'A case'],
          highlight: 'Who plans a tour understands within seconds.',
          alt: 'A profile with a portrait, one promise and posts about touring bicycles.',
        },
      },
      {
        name: 'Lucy Andrews',
        area: 'Baking · 22 years',
        before: {
          title: 'Before',
          handle: '@lucyandrews1968',
          name: 'Lucy',
          bio: 'Welcome to my profile!!!',
          highlights: ['Family'],
          posts: ['Selfie', '', 'OPEN TODAY', 'Happy Sunday', '', 'Garden'],
          highlight: 'Twenty-two years of practice that nobody sees.',
          alt: 'A personal profile with notices in large letters.',
        },
        after: {
          title: 'After',
          handle: '@lucy.bakes',
          name: 'Lucy Andrews | Sourdough',
          bio: 'Bread without hurry\n22 years at the oven',
          highlights: ['Begin', 'Starter', 'Times', 'Team'],
          posts: ['', 'When to fold', 'What to feed', '', 'Crust', 'Questions'],
          highlight: 'Her experience shows before the first message.',
          alt: 'A profile with a portrait, plain words and a series of posts about bread.',
        },
      },
    ],
    note: 'The profiles are drawn from common cases.',
    actions: [{ label: 'Read my profile like this', to: '#sign-up', emphasis: 'strong' }],
  },
} as const satisfies BlockExamples<'before-after'>;
