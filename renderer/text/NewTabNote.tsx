/** Tells who cannot see it that a link opens a new tab. The class is the `hidden` recipe's. */
export const NewTabNote = ({ text }: { text: string }) => <span className="hidden"> {text}</span>;
