/** The room of one visit. */
import { useMemo } from 'react';
import { useLoaderData, useNavigate } from 'react-router-dom';
import { callStudio, studioAddress } from './calls.ts';
import { type InspectorHost, InspectorHostProvider } from './inspector-host.ts';
import { useOpenTrace } from './trace-file.tsx';
import { VisitInspector } from './VisitInspector.tsx';
import type { LoadedVisit } from './visit-source.ts';

/** Identifies what was loaded: another file has the same name. */
let loads = 0;
const keys = new WeakMap<object, number>();
function keyOf(loaded: LoadedVisit): number {
  const known = keys.get(loaded);
  if (known !== undefined) return known;
  loads += 1;
  keys.set(loaded, loads);
  return loads;
}

export function Inspector() {
  const loaded = useLoaderData<LoadedVisit>();
  const navigate = useNavigate();
  const openTrace = useOpenTrace();
  const host = useMemo(
    (): InspectorHost => ({
      call: callStudio,
      addressOf: studioAddress,
      openTrace,
      openVisit: (id) => void navigate(`/visits/${id}`),
      visitAddress: (id) => `/studio/visits/${id}`,
    }),
    [navigate, openTrace],
  );
  return (
    <InspectorHostProvider value={host}>
      <VisitInspector key={keyOf(loaded)} {...loaded} />
    </InspectorHostProvider>
  );
}
