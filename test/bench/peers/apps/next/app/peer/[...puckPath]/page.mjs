/** The route of Puck's Next.js recipe: `Render` in a server component, as a static page. */
import { Render } from '@puckeditor/core';
import { notFound } from 'next/navigation';
import { createElement as h } from 'react';
import { getPage } from '../../../get-page.mjs';
import { config } from '../../../puck.config.mjs';

export async function generateMetadata({ params }) {
  const { puckPath } = await params;
  return { title: getPage(puckPath)?.root.props.title };
}

export default async function Page({ params }) {
  const { puckPath } = await params;
  const data = getPage(puckPath);
  return data === undefined ? notFound() : h(Render, { config, data });
}

export const dynamic = 'force-static';
// The recipe draws a page on its first visit; here the build draws it.
export const generateStaticParams = () => [{ puckPath: ['puck-next'] }];
