/** The paths that are reserved for the server. Its routes are built from them; no page or step can use one. */
export const serverPaths = {
  alive: '/healthz',
  ready: '/readyz',
  robots: '/robots.txt',
  siteMap: '/sitemap.xml',
  favicon: '/favicon.svg',
  /** The default icon path, for clients that do not read the page. */
  oldFavicon: '/favicon.ico',
  touchIcon: '/apple-touch-icon.png',
  manifest: '/manifest.webmanifest',
  /** Intakes. */
  api: '/api/',
  /** Files in the assets folder of the site. */
  assets: '/assets/',
  /** Documents, by signed links. */
  documents: '/documents/',
  /** The engine's own files. */
  own: '/_f/',
  /** The endpoint for traces that browsers record. */
  traces: '/_f/traces',
  /** The endpoint for landings, if the site keeps the sources of its visitors. */
  landing: '/_f/landing',
  /** The signed time at which a form is opened, if an intake asks for it. */
  opening: '/_f/opening',
  /** Challenges, if an intake asks for proofs of work. */
  proof: '/_f/proof',
  /** The endpoint of the consent banner. */
  consent: '/_f/consent',
} as const;

/** The paths of the tools of `funnel dev`, among the engine's own. No other server has them. */
export const devPaths = {
  script: '/_f/dev/dev.js',
  /** What became of the last edit, as server-sent events. */
  events: '/_f/dev/events',
  /** What the toolbar offers. */
  site: '/_f/dev/site',
  /** A visit that has come to a step. */
  jump: '/_f/dev/jump',
  /** The inspector of the current visit; its files and its API are below. */
  inspect: '/_f/dev/inspect',
} as const;

/** The cookies of the tools of `funnel dev`. */
export const devCookies = { at: 'funnel-dev-at', network: 'funnel-dev-network' } as const;

/** The reserved path that contains a path; undefined if pages can use the path. */
export const reservedPath = (path: string): string | undefined =>
  Object.values(serverPaths).find((own) => (own.endsWith('/') ? `${path}/`.startsWith(own) : path === own));
