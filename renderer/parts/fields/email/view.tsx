import { line } from '../../field-view.tsx';

export const emailView = line('email');
