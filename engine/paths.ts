/** The paths that the server keeps for itself. Its routes are made of them, and no page or step can be at one. */
export const serverPaths = {
  alive: '/healthz',
  ready: '/readyz',
  robots: '/robots.txt',
  siteMap: '/sitemap.xml',
  favicon: '/favicon.svg',
  /** The icon for whoever requests it without reading the page. */
  oldFavicon: '/favicon.ico',
  touchIcon: '/apple-touch-icon.png',
  manifest: '/manifest.webmanifest',
  /** Intakes. */
  api: '/api/',
  /** Files of the funnels folder. */
  assets: '/assets/',
  /** The engine's own files. */
  own: '/_f/',
  /** Where browsers send the traces they record. */
  traces: '/_f/traces',
} as const;

/** The server's own path that a path falls under; undefined when pages can be there. */
export const reservedPath = (path: string): string | undefined =>
  Object.values(serverPaths).find((own) => (own.endsWith('/') ? `${path}/`.startsWith(own) : path === own));
