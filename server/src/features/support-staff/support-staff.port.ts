/** The interface of support staff for other features. */
export interface SupportStaffPort {
  /** The accounts of active staff, in the order in which they joined. */
  activeIds(): Promise<readonly string[]>;
}
