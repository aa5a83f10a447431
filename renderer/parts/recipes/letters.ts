/** The letters of options, for devices with a keyboard. */
import type { Styles } from '../../theme/chakra.ts';

const letter: Styles = {
  content: 'counter(option,upper-alpha)',
  gridArea: '1/1',
  fontSize: 'xs',
  fontWeight: '600',
  lineHeight: '1',
};

/**
 * Styles that draw the letter of each option into its mark. No screen reader reads what is in a mark.
 * @param mark the selector of the marks, below the element with these styles
 */
export function lettersIn(mark: `&${string}`): Styles {
  const part = (name: string): Record<`&${string}`, Styles> => ({
    [`${mark}${name}`]: name === '::after' ? letter : name === '::before' ? { gridArea: '1/1' } : { content: 'none' },
  });
  const keyboard = { ...part('::after'), ...part('::before'), ...part(':checked::after') };
  const marks: Record<`&${string}`, Styles> = { [mark]: { counterIncrement: 'option' } };
  return { counterReset: 'option', ...marks, '@media (hover:hover) and (pointer:fine)': keyboard };
}
