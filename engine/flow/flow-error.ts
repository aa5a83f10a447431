/** Why a flow stopped. Codes are permanent. */
export type FlowErrorCode = 'endless-steps';

/** A flow that cannot continue. The definition is faulty, and no action of the visitor can recover it. */
export class FlowError extends Error {
  // Declared only: a field of its own would be compiled to a helper of 0.3 KB for Safari 15.
  declare readonly code: FlowErrorCode;
  constructor(code: FlowErrorCode, message: string) {
    super(message);
    this.name = 'FlowError';
    this.code = code;
  }
}
