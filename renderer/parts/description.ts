/** The ids of the hint of a control, if it has one, and of its error, whose element is there before the error is. */
export const describedBy = (id: string, hint: unknown): string => `${hint ? `${id}-hint ` : ''}${id}-error`;
