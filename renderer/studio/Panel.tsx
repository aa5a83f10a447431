/** The parts of a page with a heading. */
import { Box, Flex, Heading, Table, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';

export const RoomHeading = ({ title, about, children }: { title: string; about?: string; children?: ReactNode }) => (
  <Flex mb="5" gap="4" align="flex-end" justify="space-between" wrap="wrap">
    <Box>
      <Heading as="h1" size="xl">
        {title}
      </Heading>
      {about !== undefined && (
        <Text mt="1" color="fg.muted" fontSize="sm">
          {about}
        </Text>
      )}
    </Box>
    {children}
  </Flex>
);

/** A part of a room with a heading. */
export const Panel = ({
  title,
  extra,
  children,
  padded = true,
}: {
  readonly title: string;
  readonly extra?: ReactNode;
  readonly children: ReactNode;
  readonly padded?: boolean;
}) => (
  <Box as="section" bg="bg" borderWidth="1px" borderRadius="lg" overflow="hidden" minW="0">
    <Flex px="4" h="11" align="center" justify="space-between" gap="3" borderBottomWidth="1px">
      <Heading as="h2" size="sm">
        {title}
      </Heading>
      {extra}
    </Flex>
    <Box p={padded ? '4' : '0'}>{children}</Box>
  </Box>
);

/** A table with a frame, which scrolls on its own where it is too wide. */
export const FramedTable = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <Table.ScrollArea borderWidth="1px" borderRadius="lg" bg="bg" tabIndex={0} role="region" aria-label={label}>
    {children}
  </Table.ScrollArea>
);
