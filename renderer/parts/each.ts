import { createElement, Fragment, type ReactNode } from 'react';

/** Renders the items of a definition. The index is a stable key, because definitions do not change during a visit. */
export const each = <T>(items: readonly T[], render: (item: T, index: number) => ReactNode): ReactNode =>
  items.map((item, index) => createElement(Fragment, { key: `${index}` }, render(item, index)));
