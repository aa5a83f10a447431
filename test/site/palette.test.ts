import { neutralColors } from '../../renderer/theme/palette.ts';
import { loadFunnels } from '../harness/load-site.ts';
import { describeReadable } from '../harness/readable-palette.ts';

const { site } = await loadFunnels();

describeReadable('of the site', { ...neutralColors, ...site.theme?.colors });
