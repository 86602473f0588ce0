// Package site estimates how many live objects come from each allocation site if the recording only has the sites of a sample.
//
// A sampling JVM records the site of an object of s bytes with probability p = 1 - exp(-s/interval). A sampled object stands for 1/p
// objects. The sum of 1/p over the samples of a site is therefore an unbiased estimate of its objects, with variance Σ (1-p)/p² (Horvitz,
// Thompson: A Generalization of Sampling Without Replacement From a Finite Universe, 1952, DOI 10.1080/01621459.1952.10483446).
//
// That alone is imprecise: 80,000 objects of 32 bytes have five samples at 512 KiB, so the estimate is off by 45 % although their number is
// known. Objects are therefore divided into strata of one type and nearly one size. Samples only determine the *shares* of the sites in a
// stratum (the ratio estimator: Cochran, Sampling Techniques, 1977, chapter 6). This removes the error of the total, and sites add up to
// the known number.
//
// Errors are 95 % intervals. The interval of a share is Wilson's (1927), as the normal one is empty if all samples agree. It uses Kish's
// effective sample size, corrected for the finite population. Intervals of several strata are combined by adding the squares of their
// distances on either side (Zou, Donner: Construction of confidence limits about effect measures, 2008, DOI 10.1002/sim.3095).
//
// Not all objects could have been sampled: some are older than the recording, or samples were dropped. Objects known to be older are
// excluded. If a stratum has more objects than its samples can stand for, by the 99.9 % upper limit of a Poisson process, only the
// Horvitz–Thompson estimate of its total is distributed. The rest remains unknown.
package site
