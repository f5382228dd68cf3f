import { PingExport } from '#features/ping/ping-export.tsx';
import { ActionIcon, Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { deviceCommandsTexts as commandsTexts } from '@trace/contract/device-commands/device-commands.texts';
import { setupDialogTexts } from '@trace/contract/device-setup/device-setup.dialog.texts';
import { assignmentTexts } from '@trace/contract/devices/devices.assignment.texts';
import { belongingTexts } from '@trace/contract/devices/devices.belonging.texts';
import { manageTexts } from '@trace/contract/devices/devices.manage.texts';
import type { Device } from '@trace/contract/devices/devices.schema';
import { lazy, Suspense, useState } from 'react';
import type { DeviceQuestion } from '#pages/device-dialogs.tsx';

const DeviceDialog = lazy(() => import('#pages/device-dialogs.tsx'));
const DeviceControl = lazy(() => import('#pages/device-control.tsx'));

/** Beside what changes a device: the control panel, which only steers it. */
type Question = DeviceQuestion | 'control';

interface Asked {
  question: Question;
  device: Device;
}

/** Which question about which device is open; it stays while its row goes. */
export function useDeviceQuestion() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const dialog = asked && (
    <Suspense>
      {asked.question === 'control' ? (
        <DeviceControl device={asked.device} location={{ may: true }} onClose={close} />
      ) : (
        <DeviceDialog
          question={asked.question}
          area="user"
          device={{ ...asked.device, companyName: asked.device.company?.name ?? null, userName: null }}
          beforeRemoval={<PingExport serial={asked.device.serialNumber} />}
          onClose={close}
        />
      )}
    </Suspense>
  );
  return { dialog, ask: (question: Question, device: Device) => setAsked({ question, device }) };
}

interface DeviceQuestionsProps {
  device: Device;
  onAsk: (question: Question, device: Device) => void;
}

/** What a user may change of a device (UDASH-05). */
export function DeviceQuestions({ device, onAsk }: DeviceQuestionsProps) {
  const { name } = device;
  const questions: [Question, string, string][] = [
    ['control', commandsTexts.control, commandsTexts.controlOf(name)],
    ['reconfigure', setupDialogTexts.reconfigure, setupDialogTexts.reconfigureOf(name)],
    ['give-back', assignmentTexts.giveBack, belongingTexts.giveBackOf(name)],
    ['remove', manageTexts.remove, manageTexts.removeOf(name)],
  ];
  return (
    <>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={manageTexts.renameOf(name)}
        title={manageTexts.rename}
        onClick={() => onAsk('rename', device)}
      >
        <IconPencil size={17} stroke={1.7} />
      </ActionIcon>
      {questions.map(([question, word, spoken]) => (
        <Button key={question} variant="default" aria-label={spoken} onClick={() => onAsk(question, device)}>
          {word}
        </Button>
      ))}
    </>
  );
}
