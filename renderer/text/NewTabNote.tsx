/** Tells screen-reader users that a link opens a new tab. The class is that of the `hidden` recipe. */
export const NewTabNote = ({ text }: { text: string }) => <span className="hidden"> {text}</span>;
