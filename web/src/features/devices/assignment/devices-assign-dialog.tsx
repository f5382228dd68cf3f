import { assignmentRules } from '@trace/contract/devices/assignment/devices.assignment.rules';
import { assignSchema, claimAgainSchema } from '@trace/contract/devices/assignment/devices.assignment.schema';
import { assignmentTexts as texts } from '@trace/contract/devices/assignment/devices.assignment.texts';
import { deviceTableTexts } from '@trace/contract/fleet/fleet.table.texts';
import { scanTexts } from '@trace/contract/devices/registration/devices.scan.texts';
import { Box } from '@mantine/core';
import { DevicesFieldDialog } from '../devices-field-dialog.tsx';
import { DevicesScanButton } from '../scan/devices-scan-button.tsx';
import { useAssign, useClaimAgain } from './devices.assign.queries.ts';

interface DeviceProps {
  serial: string;
  name: string;
  onClose: () => void;
}

/** IDEV-05: whose the device is from now on, by e-mail. */
export function DevicesAssignDialog({ serial, name, onClose }: DeviceProps) {
  return (
    <DevicesFieldDialog
      title={`${texts.title}: ${name}`}
      text={deviceTableTexts.assignHint}
      field="email"
      schema={assignSchema.shape.email}
      input={{
        label: texts.email,
        type: 'email',
        autoComplete: 'off',
        autoCapitalize: 'off',
        maxLength: assignmentRules.emailMaxLength,
      }}
      submitLabel={texts.title}
      sending={useAssign(serial)}
      onClose={onClose}
    />
  );
}

/**
 * Asks for the claim code of a device that its last user has not given back. The code on the label proves that the
 * installer has the device.
 */
export function DevicesClaimDialog({ serial, name, onClose }: DeviceProps) {
  return (
    <DevicesFieldDialog
      title={`${deviceTableTexts.enterClaim}: ${name}`}
      text={deviceTableTexts.claimHint}
      field="claimCode"
      schema={claimAgainSchema.shape.claimCode}
      input={{ label: deviceTableTexts.claimCode, autoComplete: 'off', autoCapitalize: 'characters', maxLength: 100 }}
      submitLabel={deviceTableTexts.enterClaim}
      aid={(fill) => (
        <Box mt="md">
          <DevicesScanButton
            check={(label) => {
              if (label.serialNumber !== serial) return scanTexts.otherDevice(label.serialNumber, serial);
              return label.claimCode === null ? scanTexts.noClaim : null;
            }}
            onScan={({ claimCode }) => fill(claimCode ?? '')}
          />
        </Box>
      )}
      sending={useClaimAgain(serial)}
      onClose={onClose}
    />
  );
}
