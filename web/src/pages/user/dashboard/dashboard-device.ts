import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Device } from '@trace/contract/devices/devices.schema';

export interface ChosenDevice {
  /** Null before a choice and when the chosen device is not in the list. No other device replaces the chosen device. */
  chosen: Device | null;
  /** No device was chosen yet. */
  isOpen: boolean;
  choose: (serial: string) => void;
}

/** Returns the device that all dashboard tabs show. The address stores its serial number. */
export function useChosenDevice(devices: readonly Device[]): ChosenDevice {
  const { device: serial } = useSearch({ from: '/user-area/user' });
  const navigate = useNavigate({ from: '/user' });
  const choose = (device: string) =>
    void navigate({ search: (before) => ({ ...before, device }), replace: true, resetScroll: false });
  return {
    isOpen: serial === undefined,
    chosen: devices.find(({ serialNumber }) => serialNumber === serial) ?? null,
    choose,
  };
}
