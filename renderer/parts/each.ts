import { createElement, Fragment, type ReactNode } from 'react';

/** Draws the items of a definition. Their place is their key: a definition does not change under a page. */
export const each = <T>(items: readonly T[], draw: (item: T, index: number) => ReactNode): ReactNode =>
  items.map((item, index) => createElement(Fragment, { key: `${index}` }, draw(item, index)));
