/** What a tool replies. */
export interface ToolReply {
  readonly text: string;
  /** A PNG picture. */
  readonly image?: Buffer;
  /** Whether the call did not do what it was for. */
  readonly failed?: boolean;
}
