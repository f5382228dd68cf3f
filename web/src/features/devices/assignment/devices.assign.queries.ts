import { api, failureWords } from '#lib/http/api.ts';
import { refusedField } from '#lib/http/refused-field.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { useMutation } from '@tanstack/react-query';
import {
  assignDevice,
  cancelAssignment,
  claimDeviceAgain,
} from '@trace/contract/devices/assignment/devices.assignment.api';
import { endAssignment } from '@trace/contract/devices/assignment/devices.taken.api';
import type { TableRow } from '@trace/contract/fleet/fleet.table.schema';
import { assignmentTexts as texts } from '@trace/contract/devices/assignment/devices.assignment.texts';
import { useReloadDevices } from '../devices.manage.queries.ts';

interface OutcomeToasts<Variables> {
  serial: string;
  done: (variables: Variables) => string;
  failed?: string;
}

/**
 * Returns a mutation that changes an assignment and shows a toast when done. The form shows a refusal that names a
 * field.
 */
function useAssignmentChange<Variables>(
  change: (variables: Variables) => Promise<unknown>,
  { serial, done, failed }: OutcomeToasts<Variables>,
) {
  const reload = useReloadDevices();
  const about = `assignment ${serial}`;
  return useMutation({
    mutationFn: change,
    meta: { isFailureShownInPlace: true },
    onSuccess: (_answer, variables) => showToast({ tone: 'done', about, text: done(variables) }),
    onError: (error) => {
      if (refusedField(error) !== null) return;
      showToast({ tone: 'failed', about, text: failureWords(error), ...(failed !== undefined && { title: failed }) });
    },
    // Reloads after a refusal too, because another user may have changed the assignment first.
    onSettled: reload,
  });
}

/** Assigns one device. */
export const assignTo = (serial: string, email: string) =>
  api.call(assignDevice, { params: { serial }, body: { email } });

/** Ends the assignment of one device, or cancels the assignment that waits for a sign-up. */
export const endOrCancel = ({ serialNumber: serial, assignment }: Pick<TableRow, 'serialNumber' | 'assignment'>) =>
  api.call(assignment === 'waiting' ? cancelAssignment : endAssignment, { params: { serial } });

/** IDEV-05: assigns the device to an account, or to an address until sign-up. The answer is the same in both cases. */
export const useAssign = (serial: string) =>
  useAssignmentChange((email: string) => assignTo(serial, email), {
    serial,
    done: texts.assigned,
    failed: texts.assignFailed,
  });

export const useEndAssignment = (serial: string) =>
  useAssignmentChange<void>(() => api.call(endAssignment, { params: { serial } }), {
    serial,
    done: () => texts.ended,
  });

export const useCancelAssignment = (serial: string) =>
  useAssignmentChange<void>(() => api.call(cancelAssignment, { params: { serial } }), {
    serial,
    done: () => texts.cancelled,
  });

export const useClaimAgain = (serial: string) =>
  useAssignmentChange((claimCode: string) => api.call(claimDeviceAgain, { params: { serial }, body: { claimCode } }), {
    serial,
    done: () => texts.claimShown,
  });
