/** The views of fields that few flows have. */
import type { FormDefinition } from '../../engine/forms/types.ts';
import type { FlowBundle } from './bundle.ts';

const modules = {
  looks: () => import('../parts/looks.tsx'),
  amounts: () => import('../parts/amounts.tsx'),
  phone: () => import('../parts/phone.tsx'),
  ranking: () => import('../parts/ranking.tsx'),
  matrix: () => import('../parts/matrix.tsx'),
  signature: () => import('../parts/signature.tsx'),
  search: () => import('../parts/search.tsx'),
  varied: () => import('../parts/varied.tsx'),
  rows: () => import('../parts/rows.tsx'),
  computed: () => import('../parts/computed.tsx'),
} satisfies Partial<Record<keyof NonNullable<FormDefinition['more']>, () => Promise<unknown>>>;

/** Fetches the views that the forms of a flow name in `more`. */
export async function fetchMoreViews({ forms }: FlowBundle): Promise<void> {
  const named = Object.entries(modules).filter(([name]) =>
    forms.some(({ more }) => more?.[name as keyof typeof modules] !== undefined),
  );
  await Promise.all(named.map(([, load]) => load()));
}
