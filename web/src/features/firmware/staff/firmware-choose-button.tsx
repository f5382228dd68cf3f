import { Button, FileButton, type ButtonProps } from '@mantine/core';
import { useRef, type ReactNode } from 'react';

interface FirmwareChooseButtonProps extends Pick<ButtonProps, 'variant' | 'disabled'> {
  accept: string;
  onChoose: (file: File) => void;
  children: ReactNode;
}

/** Chooses a file. The emptied input reports the same file again, for example after a new build. */
export function FirmwareChooseButton({ accept, onChoose, children, ...look }: FirmwareChooseButtonProps) {
  const reset = useRef<() => void>(null);
  const choose = (file: File | null) => {
    if (file === null) return;
    onChoose(file);
    reset.current?.();
  };
  return (
    <FileButton accept={accept} resetRef={reset} onChange={choose}>
      {(props) => (
        <Button {...props} {...look} size="sm">
          {children}
        </Button>
      )}
    </FileButton>
  );
}
