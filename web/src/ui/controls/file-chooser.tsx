import { FileButton } from '@mantine/core';
import { useRef, type ReactNode } from 'react';

interface FileChooserProps {
  accept: string;
  isMultiple?: boolean;
  onChoose: (files: [File, ...File[]]) => void;
  children: (button: { onClick: () => void }) => ReactNode;
}

/**
 * Opens the browser's file dialog. A browser reports no change when the same file is chosen again, for example a
 * corrected one. The emptied input reports it.
 */
export function FileChooser({ accept, isMultiple = false, onChoose, children }: FileChooserProps) {
  const reset = useRef<() => void>(null);
  const choose = (chosen: File | File[] | null) => {
    const [first, ...others] = [chosen ?? []].flat();
    reset.current?.();
    if (first !== undefined) onChoose([first, ...others]);
  };
  return (
    <FileButton multiple={isMultiple} accept={accept} resetRef={reset} onChange={choose}>
      {children}
    </FileButton>
  );
}
