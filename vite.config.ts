import { fileURLToPath } from 'node:url';
import type { UserConfig } from 'vite';
import { configDefaults, defineConfig } from 'vitest/config';
import { tagKinds } from './engine/tags/configuration.ts';
import { patience } from './test/harness/patience.ts';
import { inlinedScripts } from './tools/builds.ts';
import { entryModules } from './tools/entry-modules.ts';
import { plainImports } from './tools/plain-imports.ts';
import { productionLibraries } from './tools/production-libraries.ts';
import { sharedEngine } from './tools/shared-engine.ts';
import { slimXstate } from './tools/slim-xstate.ts';
import { SlowFirst } from './tools/slow-first.ts';

/**
 * Compressed, Terser's output is 2 % smaller than that of the bundler's own minifier.
 * @param eager - keeps function arguments in parentheses: V8 compiles such functions at once and does not parse them twice.
 *   Without, React's modules make the script of the first tap 1.3 times as long.
 */
const minified = (eager: boolean) =>
  ({
    minify: 'terser',
    terserOptions: { ecma: 2020, safari10: false, compress: { passes: 3 }, format: { wrap_func_args: eager } },
  }) as const;

/** The oldest browsers that are served; `test/unit/renderer/browser-features.test.ts` holds the first. */
const browsers = ['safari15.4', 'chrome105', 'firefox110'];

/** Lists the libraries in a build with their licences, for the notices of the package (`tools/pack.ts`). */
const license = { fileName: '.vite/license.json' };

/** Leaves out the comments with the path of each module: a thousand of them are in the package. */
const withoutPaths = { attachDebugInfo: 'none' } as const;

/**
 * What draws is bundled, so that it is React's production code, also where NODE_ENV is not production. Chakra and Emotion would be
 * 90 modules, which a start resolves one by one.
 */
const drawing = [
  /^react(-dom)?$/,
  /^@(xstate|chakra-ui|emotion|pandacss|babel)\//,
  ...['scheduler', 'stylis', 'hoist-non-react-statics', 'react-is'],
];

/** A build of what draws on the server. */
const drawn = (outDir: string, input: Record<string, string>): NonNullable<UserConfig['build']> => ({
  outDir: `dist/${outDir}`,
  license,
  ssr: true,
  target: 'node24',
  rolldownOptions: {
    // Chakra marks its modules for React Server Components, which are not used here.
    checks: { moduleLevelDirective: false },
    experimental: withoutPaths,
    input,
    // They are 22 KB of the compressed package. Licences are in `dist/NOTICES.md`.
    output: { comments: { jsdoc: false } },
  },
});

/** A script of `renderer/boot/` that pages inline. */
const inlined = (name: string): UserConfig => ({
  build: {
    outDir: 'dist/inlined',
    // All are in one folder, which `tools/build.ts` has emptied.
    emptyOutDir: false,
    target: browsers,
    ...minified(false),
    lib: { entry: `renderer/boot/${name}.ts`, formats: ['iife'], name: 'page', fileName: () => `${name}.js` },
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
});

/** The adapters of tags: a page fetches those that its site configures. */
const tagAdapters = Object.fromEntries(
  Object.values(tagKinds).map(({ adapter }) => [`tag-${adapter}`, `renderer/tracking/tags/${adapter}.ts`]),
);

/**
 * One build for each mode: `client` is what islands fetch, `studio` the staff's application, `boot` and `hold` the scripts
 * that every page inlines, `preload` that of pages with a flow, `shuffle` that of pages with shuffled options, `overlays`
 * that of pages with overlays, `glance` that of pages whose visits are recorded, `dev` the tools of `funnel dev`, `server`
 * the page renderer that the server imports, `pdf` what draws PDFs, `package` the server and the commands of the package.
 */
const builds: Record<string, UserConfig> = {
  client: {
    base: '/_f/',
    plugins: [plainImports(), slimXstate()],
    // React has had the hook itself since 18; what stands in for it on older versions is not sent to phones.
    resolve: {
      alias: [
        { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
        {
          find: /^use-sync-external-store\/shim\/with-selector$/,
          replacement: fileURLToPath(new URL('renderer/islands/with-selector.ts', import.meta.url)),
        },
      ],
    },
    build: {
      outDir: 'dist/client',
      license,
      manifest: true,
      target: browsers,
      ...minified(true),
      rolldownOptions: {
        checks: { bundlerTimings: false },
        input: {
          flow: 'renderer/islands/flow.ts',
          behaviours: 'renderer/behaviours/behaviours.ts',
          consent: 'renderer/behaviours/consent.ts',
          guard: 'renderer/guard/guard.ts',
          tracking: 'renderer/tracking/tracking.ts',
          carry: 'renderer/tracking/carry.ts',
          attribution: 'renderer/tracking/attribution.ts',
          tags: 'renderer/tracking/tags/tags.ts',
          ...tagAdapters,
        },
        // The boot script imports an island's module and calls what it exports. What other chunks need of a session is exported beside
        // it: a chunk of its own for that would be 2 KB more.
        preserveEntrySignatures: 'allow-extension',
        output: {
          codeSplitting: {
            // A view's group does not take the engine's modules out of the session.
            includeDependenciesRecursively: false,
            groups: [
              // Pages with conditions on scroll or device evaluate them without an island. Masks and numbers are in it too, so that a
              // session is two files.
              {
                name: 'expressions',
                test: /engine\/(expressions\/(?!extension-function|answer)|signals|values\/(canonical-json|round|number-text)|fields\/masks)|vite\/preload-helper/,
                priority: 2,
              },
              // Tracking and proofs of work hash; islands do not.
              { name: 'sha256', test: /@noble\/hashes/, priority: 2 },
              // The rules and the view of telephone numbers have a library in common.
              { name: 'phone-numbers', test: /libphonenumber|engine\/rules\/phone\//, priority: 2 },
              // What the views of React have in common, which sessions do not need.
              { name: 'views', minShareCount: 2, test: /node_modules\/react|renderer\/(parts|blocks|text)\// },
            ],
          },
        },
      },
    },
  },
  // The public port serves none of these files. The inspector of `funnel dev` shares components with the studio.
  studio: {
    base: '/studio/',
    build: {
      outDir: 'dist/studio',
      license,
      target: 'es2023',
      modulePreload: false,
      chunkSizeWarningLimit: 2000,
      rolldownOptions: {
        checks: { moduleLevelDirective: false, bundlerTimings: false },
        input: { studio: 'renderer/studio/studio.tsx', 'dev-inspector': 'renderer/dev/inspector.tsx' },
        output: { chunkFileNames: 'assets/shared-[hash].js' },
      },
    },
  },
  // Only `funnel dev` serves it.
  dev: {
    build: {
      license,
      outDir: 'dist/dev',
      target: 'es2023',
      lib: { entry: 'renderer/dev/dev.ts', formats: ['iife'], name: 'funnelDev', fileName: () => 'dev.js' },
    },
  },
  ...Object.fromEntries(inlinedScripts.map((name) => [name, inlined(name)])),
  server: {
    plugins: [sharedEngine('dist/server')],
    ssr: { noExternal: drawing },
    build: drawn('server', { pages: 'renderer/pages.tsx' }),
  },
  // A thread of its own draws them.
  pdf: {
    ssr: { noExternal: drawing },
    build: drawn('pdf', { pdf: 'renderer/pdf/pdf.ts' }),
  },
  // The server and the commands as JavaScript, for the package only: Node runs no TypeScript below `node_modules`.
  // Other libraries stay outside; npm installs them with the package.
  package: {
    plugins: [entryModules(), productionLibraries()],
    resolve: {
      alias: [
        {
          find: /^.*\/built-renderer\.ts$/,
          replacement: fileURLToPath(new URL('tools/packaged-renderer.ts', import.meta.url)),
        },
      ],
    },
    // Kysely asks for a newer Node than npm may run on, and recheck would bring native programs of 50 MB; the others serve an
    // author's machine only.
    ssr: { external: true, noExternal: [...drawing, 'kysely', 'recheck', 'smtp-server', 'punycode.js', 'postal-mime'] },
    build: {
      outDir: 'dist/run',
      license,
      ssr: true,
      target: 'node24',
      rolldownOptions: {
        checks: { moduleLevelDirective: false },
        experimental: withoutPaths,
        input: { main: 'server/main.ts', commands: 'server/cli/main.ts' },
        // All in one folder, because a module resolves addresses from its own.
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          // Half of the text of Kysely. Licences are in `dist/NOTICES.md`.
          comments: { jsdoc: false },
        },
      },
    },
  },
};

export default defineConfig(({ mode }) => ({
  ...builds[mode],
  publicDir: false as const,
  logLevel: 'warn' as const,
  define: mode === 'test' || mode === 'package' ? {} : { 'process.env.NODE_ENV': '"production"' },
  test: {
    globalSetup: ['tools/validators.ts', 'test/harness/temporary-folder.ts', 'test/harness/postgres.ts'],
    // A mutation run copies the tests there.
    exclude: [...configDefaults.exclude, '.cache/**'],
    sequence: { sequencer: SlowFirst },
    // `tools/test.ts` runs more files at a time where they wait for a browser or a server.
    maxWorkers: 2,
    // The first line of a message names what was found: the end of the log prints only that.
    chaiConfig: { truncateThreshold: 400 },
    // A real browser on a shared machine may be late once; what is wrong is wrong twice.
    retry: process.env['CI'] === undefined ? 0 : 1,
    testTimeout: 180_000,
    // What is waited for comes; on a busy machine it comes late. A look at a page costs milliseconds in three processes.
    expect: { poll: { timeout: patience, interval: 100 } },
    hookTimeout: 180_000,
  },
}));
