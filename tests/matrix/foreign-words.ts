/** How the validator's own messages begin or read: nobody should meet them. */
export const foreignWords =
  /^Invalid |^Too (big|small):|^Unrecognized key|^Required$|expected .+ (received|to (be|have)) |must match pattern/;
