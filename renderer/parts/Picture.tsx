import { assetHref } from '../text/href.ts';
import type { View } from './view.ts';

interface PictureProps {
  /** The path of the asset in the funnels folder. */
  asset: string;
  alt: string;
  /** The `sizes` attribute. */
  sizes?: string;
  /** The asset shown when the picture cannot be loaded. */
  fallback?: string | undefined;
  /** Whether it is in the first view: it then loads at once, with high priority. */
  first?: boolean;
  className?: string;
  view: View;
}

/** A picture with its dimensions, so that loading does not shift the layout. */
export function Picture({ asset, alt, sizes, fallback, first = false, className, view }: PictureProps) {
  const prepared = view.site.pictures?.[asset];
  const image = (
    <img
      className={className}
      src={assetHref(asset)}
      alt={alt}
      width={prepared?.width}
      height={prepared?.height}
      loading={first ? undefined : 'lazy'}
      fetchPriority={first ? 'high' : undefined}
      decoding="async"
      data-preview={first ? undefined : prepared?.preview}
      data-fallback={fallback === undefined ? undefined : assetHref(fallback)}
    />
  );
  if (!prepared?.sources?.length) return image;
  return (
    <picture>
      {prepared.sources.map(({ type, srcset }) => (
        <source key={type} type={type} srcSet={srcset} sizes={sizes} />
      ))}
      {image}
    </picture>
  );
}
