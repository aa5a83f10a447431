/** Why a flow stopped. Codes are permanent. */
export type FlowErrorCode = 'endless-steps';

/** A flow that cannot go on: the definition is faulty, and nothing a visitor does mends it. */
export class FlowError extends Error {
  readonly code: FlowErrorCode;
  constructor(code: FlowErrorCode, message: string) {
    super(message);
    this.name = 'FlowError';
    this.code = code;
  }
}
