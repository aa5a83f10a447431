import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../../server/config.ts';

const faultsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env, '/');
    return [];
  } catch (error) {
    return (error as ConfigError).faults;
  }
};

describe('the environment', () => {
  test('has defaults for everything', () => {
    expect(readConfig({}, '/srv/site')).toEqual({
      port: 3000,
      host: '0.0.0.0',
      adminPort: 3001,
      adminHost: '127.0.0.1',
      adminUrl: null,
      dataDir: '/srv/site/data',
      databaseUrl: null,
      s3: null,
      funnelsDir: '/srv/site/funnels',
      publish: 'on-save',
      siteUrl: null,
      trustProxy: 0,
      requestIdHeader: null,
      sharedCacheSeconds: 0,
      purgeUrl: null,
      purgeToken: null,
      spans: null,
      logLevel: 'info',
      production: false,
      devTools: false,
      editorUrl: 'vscode://file/{path}:{line}:{column}',
      traces: 'on',
    });
  });

  test('refuses the tools of authors in production', () => {
    expect(readConfig({ DEV_TOOLS: 'on' }, '/').devTools).toBe(true);
    expect(() => readConfig({ DEV_TOOLS: 'on', NODE_ENV: 'production' }, '/')).toThrow('DEV_TOOLS shows visitors');
  });

  test('overrides the defaults, and is frozen', () => {
    const config = readConfig(
      {
        PORT: '8080',
        ADMIN_PORT: 'off',
        DATA_DIR: '/var/leads',
        DATABASE_URL: 'postgres://site:secret@db.example/leads?sslmode=require',
        FUNNELS_DIR: '../f',
        SITE_URL: 'https://x.example/',
        TRUST_PROXY: '2',
        REQUEST_ID_HEADER: 'X-Amzn-Trace-Id',
        NODE_ENV: 'production',
        LOG_LEVEL: '',
      },
      '/srv/site',
    );
    expect(config).toMatchObject({
      port: 8080,
      adminPort: null,
      dataDir: '/var/leads',
      databaseUrl: 'postgres://site:secret@db.example/leads?sslmode=require',
      funnelsDir: '/srv/f',
      siteUrl: 'https://x.example',
      trustProxy: 2,
      requestIdHeader: 'x-amzn-trace-id',
      production: true,
      traces: 'site',
      logLevel: 'info',
    });
    expect(Object.isFrozen(config)).toBe(true);
  });

  test.each([
    [{}, 'https://pictures.s3.us-east-1.amazonaws.com/', 'us-east-1'],
    [{ AWS_REGION: 'eu-central-1' }, 'https://pictures.s3.eu-central-1.amazonaws.com/', 'eu-central-1'],
    [{ S3_URL: 's3://pictures/a/b/' }, 'https://pictures.s3.us-east-1.amazonaws.com/a/b/', 'us-east-1'],
    [{ S3_URL: 's3://my.pictures' }, 'https://s3.us-east-1.amazonaws.com/my.pictures/', 'us-east-1'],
    [{ AWS_REGION: 'cn-north-1' }, 'https://pictures.s3.cn-north-1.amazonaws.com.cn/', 'cn-north-1'],
    [{ AWS_ENDPOINT_URL: 'http://minio:9000/' }, 'http://minio:9000/pictures/', 'us-east-1'],
    [
      { AWS_ENDPOINT_URL_S3: 'https://r2.example', AWS_ENDPOINT_URL: 'http://minio:9000', AWS_DEFAULT_REGION: 'auto' },
      'https://r2.example/pictures/',
      'auto',
    ],
  ])('names a bucket: %j', (env, url, region) => {
    const all = { S3_URL: 's3://pictures', AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret', ...env };
    expect(readConfig(all, '/').s3).toEqual({
      ...{ url, region, accessKeyId: 'id', secretAccessKey: 'secret' },
      sessionToken: null,
    });
  });

  test.each([
    [{ S3_URL: 'https://pictures.example' }, 'S3_URL must be a bucket'],
    [{ S3_URL: 's3://secret-id:secret-key@pictures' }, 'S3_URL must be a bucket'],
    [{ S3_URL: 's3://pictures/../other' }, 'S3_URL must be a bucket'],
    [{ AWS_ENDPOINT_URL_S3: 'minio:9000' }, 'AWS_ENDPOINT_URL_S3 must be an address'],
    [{ AWS_ENDPOINT_URL_S3: 'https://secret-id:secret-key@minio' }, 'AWS_ENDPOINT_URL_S3 must be an address'],
    [{ AWS_REGION: 'a b' }, 'AWS_REGION must be'],
    [{ AWS_SECRET_ACCESS_KEY: ' ' }, 'needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'],
  ])('refuses the bucket %j without showing a secret', (env, fault) => {
    const all = {
      S3_URL: 's3://pictures',
      AWS_ACCESS_KEY_ID: 'secret-id',
      AWS_SECRET_ACCESS_KEY: 'secret-key',
      ...env,
    };
    const faults = faultsOf(all);
    expect(faults).toEqual([expect.stringContaining(fault)]);
    expect(faults.join()).not.toMatch(/secret-(id|key)/);
  });

  test('ignores the keys of AWS without a bucket', () => {
    expect(readConfig({ AWS_REGION: '?', AWS_ACCESS_KEY_ID: 'id' }, '/').s3).toBeNull();
  });

  test.each(['mysql://site:secret@db.example/leads', 'postgres://site:secret@db.example', 'site:secret'])(
    'refuses DATABASE_URL=%s without showing its password',
    (value) => {
      const read = () => readConfig({ DATABASE_URL: value }, '/');
      expect(read).toThrow(/^DATABASE_URL must be the address of a PostgreSQL database/);
      expect(read).not.toThrow(/secret/);
    },
  );

  test.each([
    ['PORT', '65536'],
    ['PORT', '1e3'],
    ['PORT', '3000 '.repeat(50)],
    ['ADMIN_PORT', 'on'],
    ['SITE_URL', 'https://x.example/path'],
    ['SITE_URL', 'ftp://x.example'],
    ['SITE_URL', 'https://user@x.example'],
    ['TRUST_PROXY', 'true'],
    ['REQUEST_ID_HEADER', 'x request id'],
    ['SHARED_CACHE_SECONDS', '1h'],
    ['PURGE_URL', 'cdn.example/purge'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['LOG_LEVEL', 'INFO'],
    ['NODE_ENV', 'live'],
    ['TRACES', '1'],
    ['DATA_DIR', 'a\0b'],
  ])('%s=%s is a fault with one line', (name, value) => {
    const read = () => readConfig({ [name]: value }, '/');
    expect(read).toThrow(ConfigError);
    try {
      read();
    } catch (error) {
      const { faults } = error as ConfigError;
      expect(faults).toHaveLength(1);
      expect(faults[0]).toMatch(new RegExp(`^${name} .{1,250}$`));
    }
  });
});
