/** The S3-compatible bucket, from the environment variables of the AWS command line. */

export interface S3Config {
  /** The address of the bucket, with its prefix and a trailing slash. */
  readonly url: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** For temporary keys; null for permanent ones. */
  readonly sessionToken: string | null;
}

type S3Env = Readonly<Record<string, string | undefined>>;

const bucketPattern = /^[A-Za-z0-9][\w.-]{1,62}$/;
const prefixPattern = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.-]+)*\/?$/;

/** The address of a bucket: a host of its own on AWS, a path below any other endpoint. */
function addressOf(bucket: string, endpoint: string, region: string): string {
  if (endpoint !== '') return `${endpoint.replace(/\/$/, '')}/${bucket}`;
  const domain = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  // The certificate of AWS matches one label, so a bucket with a dot needs a path.
  if (!/^[a-z0-9-]+$/.test(bucket)) return `https://s3.${region}.${domain}/${bucket}`;
  return `https://${bucket}.s3.${region}.${domain}`;
}

/**
 * Reads S3_URL, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_REGION (us-east-1) and
 * AWS_ENDPOINT_URL_S3. Without S3_URL the others are ignored.
 * @param faults gets a line for each invalid variable, without its value where that may be a secret
 */
export function readS3Config(env: S3Env, faults: string[]): S3Config | null {
  const text = (...names: readonly string[]): string =>
    names.map((name) => env[name]?.trim() ?? '').find((value) => value !== '') ?? '';
  const address = text('S3_URL');
  if (address === '') return null;
  const before = faults.length;
  const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]*)(.*)$/.exec(address) ?? [];
  if (!bucketPattern.test(bucket) || !prefixPattern.test(prefix))
    faults.push('S3_URL must be a bucket, with a folder in it if needed, such as s3://my-bucket/my-site.');
  const endpoint = text('AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL');
  const parsed = URL.canParse(endpoint) ? new URL(endpoint) : null;
  const isPlain =
    parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.username === '' && parsed.search === '';
  if (endpoint !== '' && !isPlain)
    faults.push('AWS_ENDPOINT_URL_S3 must be an address such as https://storage.example.');
  const region = text('AWS_REGION', 'AWS_DEFAULT_REGION') || 'us-east-1';
  if (!/^[\w-]{1,64}$/.test(region)) faults.push('AWS_REGION must be the name of a region such as eu-central-1.');
  const [accessKeyId, secretAccessKey] = [text('AWS_ACCESS_KEY_ID'), text('AWS_SECRET_ACCESS_KEY')];
  if (accessKeyId === '' || secretAccessKey === '')
    faults.push('S3_URL needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY: other sources of keys are not read.');
  if (faults.length > before) return null;
  return {
    url: `${addressOf(bucket, endpoint, region)}${prefix.replace(/\/$/, '')}/`,
    region,
    accessKeyId,
    secretAccessKey,
    sessionToken: text('AWS_SESSION_TOKEN') || null,
  };
}
