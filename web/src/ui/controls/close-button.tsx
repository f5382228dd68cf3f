import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';

interface CloseButtonProps {
  label: string;
  /** Of the button, in px. */
  size?: number;
  className?: string | undefined;
  onClick: () => void;
}

/** A button that closes an overlay. */
export function CloseButton({ label, size = 44, className = '', onClick }: CloseButtonProps) {
  return (
    <ActionIcon variant="subtle" color="gray" size={size} aria-label={label} className={className} onClick={onClick}>
      <IconX size={Math.min(size - 4, 22)} stroke={1.7} aria-hidden="true" />
    </ActionIcon>
  );
}
