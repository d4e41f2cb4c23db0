/** Patterns of the validator's default messages, which nobody should see. */
export const foreignWords =
  /^Invalid |^Too (big|small):|^Unrecognized key|^Required$|expected .+ (received|to (be|have)) |must match pattern/;
