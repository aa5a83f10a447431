/** What can be taken out of the inspector: the trace of a visit, and its test. */
import { Button, Dialog, HStack, Portal, Spinner, Text } from '@chakra-ui/react';
import { useState } from 'react';
import type { TextReply } from './contract.ts';
import { useInspectorHost } from './inspector-host.ts';
import { Pre } from './Pre.tsx';
import { texts } from './texts.ts';
import { useAnswer } from './use-answer.ts';
import { askAbout, type InspectorSource } from './visit-source.ts';

interface CopyProps {
  /** The text may be fetched first: a browser allows that only within the press. */
  readonly text: () => Promise<string>;
  readonly label: string;
}

function CopyButton({ text, label }: CopyProps) {
  const [state, setState] = useState<'ready' | 'copied' | 'failed'>('ready');
  const copy = (): void => {
    const blob = text().then((value) => new Blob([value], { type: 'text/plain' }));
    navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]).then(
      () => setState('copied'),
      () => setState('failed'),
    );
  };
  const shown = { ready: label, copied: texts.copied, failed: texts.notCopied };
  return (
    <Button size="sm" variant="outline" bg="bg" onClick={copy} aria-live="polite">
      {shown[state]}
    </Button>
  );
}

function Spec({ source }: { readonly source: InspectorSource }) {
  const { call } = useInspectorHost();
  const answer = useAnswer('spec', (signal) => askAbout<TextReply>(call, source, '/spec', {}, signal));
  return (
    <>
      <Dialog.Header>
        <Dialog.Title>{answer.state === 'failed' ? texts.noTest : texts.test}</Dialog.Title>
      </Dialog.Header>
      <Dialog.Body>
        {answer.state === 'waiting' && <Spinner size="sm" role="status" aria-label={texts.loading} />}
        {answer.state === 'failed' && <Text>{answer.message}</Text>}
        {answer.state === 'ready' && <Pre label={texts.test} text={answer.reply.text} />}
      </Dialog.Body>
      <Dialog.Footer>
        {answer.state === 'ready' && <CopyButton text={async () => answer.reply.text} label={texts.copy} />}
        <Dialog.ActionTrigger asChild>
          <Button size="sm">{texts.close}</Button>
        </Dialog.ActionTrigger>
      </Dialog.Footer>
    </>
  );
}

export function VisitActions({ source }: { readonly source: InspectorSource }) {
  const { call } = useInspectorHost();
  return (
    <HStack gap="2">
      <CopyButton
        text={async () => source.text ?? (await askAbout<TextReply>(call, source, '/trace')).text}
        label={texts.copyTrace}
      />
      <Dialog.Root size="xl" lazyMount unmountOnExit>
        <Dialog.Trigger asChild>
          <Button size="sm" variant="outline" bg="bg">
            {texts.openTest}
          </Button>
        </Dialog.Trigger>
        <Portal>
          <Dialog.Backdrop />
          <Dialog.Positioner>
            <Dialog.Content>
              <Spec source={source} />
            </Dialog.Content>
          </Dialog.Positioner>
        </Portal>
      </Dialog.Root>
    </HStack>
  );
}
