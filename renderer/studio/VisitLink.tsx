/** A link to another visit, which opens in this inspector. */
import { Link } from '@chakra-ui/react';
import { useInspectorHost } from './inspector-host.ts';
import { texts } from './texts.ts';

export function VisitLink({ id }: { readonly id: string }) {
  const { openVisit, visitAddress } = useInspectorHost();
  return (
    <Link
      color="blue.700"
      fontSize="xs"
      href={visitAddress(id) ?? `#${id}`}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        openVisit(id);
      }}
    >
      {texts.openVisit}
    </Link>
  );
}
