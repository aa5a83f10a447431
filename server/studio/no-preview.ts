import { loginStyle, noPreviewPage } from './pages.ts';
import { html, type StudioReply } from './replies.ts';

/** It is shown in a frame, to be read by people. */
export const noPreview = ({ message }: RangeError): StudioReply => ({
  ...html(422, noPreviewPage(message), [loginStyle]),
  isFramed: true,
});
