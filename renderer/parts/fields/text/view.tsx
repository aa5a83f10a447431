import { line } from '../../field-view.tsx';

export const textView = line('text');
