import type { FieldView } from '../../field-view.tsx';

export const hiddenView: FieldView = ({ field, value }) => (
  <input type="hidden" name={field.name} defaultValue={String(value ?? '')} />
);
