/** A trace file that somebody drops or chooses. It is read by the server, and stored nowhere. */
import { Button, FileUpload } from '@chakra-ui/react';
import { type DragEvent, useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { texts } from './texts.ts';

let dropped: string | null = null;
/** The text of the file that was opened last; null after a reload of the page. */
export const droppedTrace = (): string | null => dropped;

/** Opens a trace in the inspector. */
export function useOpenTrace(): (text: string) => void {
  const navigate = useNavigate();
  return useCallback(
    (text) => {
      dropped = text;
      void navigate('/trace');
    },
    [navigate],
  );
}

function useOpenFile(): (file: File | undefined) => void {
  const open = useOpenTrace();
  return useCallback((file) => void file?.text().then(open), [open]);
}

/** The handlers of an element on which files can be dropped. */
export function useDroppedTrace() {
  const open = useOpenFile();
  return {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      open(event.dataTransfer.files[0]);
    },
  };
}

export function FileButton() {
  const open = useOpenFile();
  return (
    <FileUpload.Root w="auto" maxFiles={1} onFileAccept={({ files }) => open(files[0])}>
      <FileUpload.HiddenInput aria-label={texts.openFile} />
      <FileUpload.Trigger asChild>
        <Button size="sm" variant="outline" bg="bg" title={texts.dropHere}>
          {texts.openFile}
        </Button>
      </FileUpload.Trigger>
    </FileUpload.Root>
  );
}
