/** What the inspector needs of the application around it: the studio, or the overlay of `funnel dev`. */
import { createContext, useContext } from 'react';

export interface InspectorHost {
  /** Calls the server. @param body of a POST; without it the call reads @throws CallFault */
  readonly call: <Reply>(path: string, body?: string, signal?: AbortSignal) => Promise<Reply>;
  /** The address of something that is called with a link or a frame. @param path as for `call` */
  readonly addressOf: (path: string) => string;
  /** Shows a trace. @param text JSON Lines */
  readonly openTrace: (text: string) => void;
  readonly openVisit: (id: string) => void;
  /** The address at which a visit can be opened in another tab; null if there is none. */
  readonly visitAddress: (id: string) => string | null;
}

const HostContext = createContext<InspectorHost | null>(null);

export const InspectorHostProvider = HostContext.Provider;

export function useInspectorHost(): InspectorHost {
  const host = useContext(HostContext);
  if (host === null) throw new Error('The inspector has no host.');
  return host;
}
