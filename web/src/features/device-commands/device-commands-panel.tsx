import { useStreamState } from '#lib/stream/stream-provider.tsx';
import { useFocusBack } from '#ui/dialogs/dialog.tsx';
import { useIsPhone } from '#ui/is-phone.ts';
import type { NetworkProps } from '#ui/layout/needs-network.tsx';
import { useIsTopDialog } from '#ui/dialogs/dialog-stack.ts';
import { CloseButton, Modal } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { deviceCommandsTexts as texts } from '@trace/contract/device-commands/device-commands.texts';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import type { ReactNode } from 'react';
import { DeviceCommandsButtons, type LocationRight } from './device-commands-buttons.tsx';
import { DeviceCommandsConsole } from './device-commands-console.tsx';
import { useSendCommand } from './device-commands-send.ts';
import { DeviceCommandsHistory } from './device-commands-history.tsx';
import classes from './device-commands-panel.module.css';
import { DeviceCommandsSettings } from './device-commands-settings.tsx';
import { timelineQuery } from './device-commands.queries.ts';
import { useCommandStream } from './device-commands.stream.ts';

/** The polling interval for commands while push is cut. */
const ASK_AGAIN_MS = 3_000;

export interface DeviceCommandsPanelProps {
  device: { readonly serialNumber: string; readonly name: string };
  status: DeviceStatusView | undefined;
  /** How the device is, in words: status, last seen, a running grant. */
  summary: ReactNode;
  location: LocationRight;
  checkUpdate: (off: NetworkProps) => ReactNode;
  onClose: () => void;
}

/** The control panel of a device (CTRL-01): settings and commands, answers, and the history of senders. */
export function DeviceCommandsPanel(props: DeviceCommandsPanelProps) {
  const isPhone = useIsPhone();
  const isTopmost = useIsTopDialog(true);
  useFocusBack();
  return (
    <Modal.Root
      opened
      onClose={props.onClose}
      closeOnEscape={isTopmost}
      size={980}
      fullScreen={isPhone}
      radius={isPhone ? 0 : 'lg'}
      centered={!isPhone}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body p={0}>
          <div className={classes.head}>
            <Modal.Title className={classes.title ?? ''}>
              {texts.titlePrefix}
              <span className={classes.serial}>{props.device.serialNumber}</span>
            </Modal.Title>
            <CloseButton size={44} aria-label={texts.close} onClick={props.onClose} />
          </div>
          <PanelBody {...props} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function PanelBody({ device, status, summary, location, checkUpdate }: DeviceCommandsPanelProps) {
  const { serialNumber, name } = device;
  useCommandStream(serialNumber);
  const { isCut } = useStreamState();
  const timeline = useInfiniteQuery({
    ...timelineQuery(serialNumber),
    refetchInterval: isCut ? ASK_AGAIN_MS : false,
  });
  const commands = timeline.data?.pages.flatMap((page) => page.commands) ?? [];
  const giving = useSendCommand(serialNumber, commands);
  return (
    <>
      <div className={classes.summary}>
        <strong className={classes.name} dir="auto">
          {name}
        </strong>
        {summary}
      </div>
      <div className={classes.columns}>
        <div className={classes.controls}>
          <DeviceCommandsSettings commands={commands} status={status} giving={giving} />
          <DeviceCommandsButtons name={name} giving={giving} location={location} checkUpdate={checkUpdate} />
        </div>
        <DeviceCommandsConsole serial={serialNumber} commands={commands} />
      </div>
      <DeviceCommandsHistory serial={serialNumber} timeline={timeline} commands={commands} />
    </>
  );
}
