import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Device } from '@trace/contract/devices/devices.schema';

export interface ChosenDevice {
  /** Null until one is chosen; a serial that is not among the devices chooses the first. */
  chosen: Device | null;
  choose: (serial: string) => void;
}

/** The device that all tabs of the dashboard are about; it stands in the address. */
export function useChosenDevice(devices: readonly Device[]): ChosenDevice {
  const { device: serial } = useSearch({ from: '/user-area/user' });
  const navigate = useNavigate({ from: '/user' });
  const choose = (device: string) =>
    void navigate({ search: (before) => ({ ...before, device }), replace: true, resetScroll: false });
  if (serial === undefined) return { chosen: null, choose };
  return { chosen: devices.find(({ serialNumber }) => serialNumber === serial) ?? devices[0] ?? null, choose };
}
