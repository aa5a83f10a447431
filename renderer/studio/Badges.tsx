/** Badges of outcomes. */
import { Badge } from '@chakra-ui/react';
import type { Outcome } from './contract.ts';
import { texts } from './texts.ts';

const palettes: Readonly<Record<Outcome, string>> = {
  bought: 'green',
  submitted: 'green',
  redirected: 'teal',
  refused: 'red',
  'server-failed': 'red',
  'network-lost': 'red',
  'timed-out': 'red',
  'page-failed': 'red',
  closed: 'orange',
  left: 'orange',
  open: 'blue',
  'out-of-sight': 'gray',
  unreadable: 'gray',
};

export const OutcomeBadge = ({ outcome }: { readonly outcome: Outcome }) => (
  <Badge colorPalette={palettes[outcome]} variant="subtle" size="sm" flexShrink={0}>
    {texts.outcomes[outcome]}
  </Badge>
);
