import { CloseButton } from '#ui/controls/close-button.tsx';
import { useIsPhone } from '#ui/is-phone.ts';
import { Modal } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import classes from './bell-dialog.module.css';
import { useIsTopDialog } from './dialog-stack.ts';
import { useFocusBack } from './dialog.tsx';

interface BellDialogProps {
  title: string;
  closeLabel: string;
  /** Where the bell is. */
  anchor: DOMRect;
  /** Actions below the list, always in view. */
  foot?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

const GAP_PX = 8;
const WIDTH_PX = 440;

/** A list under the bell, on a phone over the whole screen. */
export function BellDialog({ title, closeLabel, anchor, foot, onClose, children }: BellDialogProps) {
  const isPhone = useIsPhone();
  const isTopmost = useIsTopDialog(true);
  useFocusBack();
  const place = {
    '--bell-top': `${anchor.bottom + GAP_PX}px`,
    '--bell-right': `${document.documentElement.clientWidth - anchor.right}px`,
  } as CSSProperties;
  return (
    <Modal.Root
      opened
      onClose={onClose}
      closeOnEscape={isTopmost}
      size={WIDTH_PX}
      fullScreen={isPhone}
      radius={isPhone ? 0 : 'lg'}
      lockScroll={isPhone}
      transitionProps={{ transition: 'fade' }}
      classNames={{ inner: (!isPhone && classes.inner) || '', content: classes.content ?? '' }}
      styles={{ inner: place }}
    >
      <Modal.Overlay backgroundOpacity={0} />
      <Modal.Content>
        <div className={classes.head}>
          <Modal.Title className={classes.title ?? ''}>{title}</Modal.Title>
          <CloseButton label={closeLabel} size={isPhone ? 44 : 36} onClick={onClose} />
        </div>
        <div className={classes.scroll}>{children}</div>
        {foot && <div className={classes.foot}>{foot}</div>}
      </Modal.Content>
    </Modal.Root>
  );
}
