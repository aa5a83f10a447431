/** Why a flow stopped. Codes are permanent. */
export type FlowErrorCode = 'endless-steps';

/** A flow that cannot continue. The definition is faulty, and no action of the visitor can recover it. */
export class FlowError extends Error {
  readonly code: FlowErrorCode;
  constructor(code: FlowErrorCode, message: string) {
    super(message);
    this.name = 'FlowError';
    this.code = code;
  }
}
