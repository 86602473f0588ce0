// Package site estimates how many of some live objects come from which allocation site where the recording knows the sites of a
// sample only.
//
// A JVM that samples takes the site of an object of s bytes with the probability p = 1 - exp(-s/interval). One that was sampled
// stands for 1/p objects, so that the sum of 1/p over the samples of a site is an estimate of its objects without bias, with the
// variance Σ (1-p)/p² (Horvitz, Thompson: A Generalization of Sampling Without Replacement From a Finite Universe, 1952,
// DOI 10.1080/01621459.1952.10483446). That alone is poor here: 80,000 objects of 32 bytes have five samples at 512 KiB, and the
// estimate is off by 45 % although their number is known. So the objects are put into strata, those of one type and nearly one
// size, and only the *shares* of the sites in a stratum come from its samples (the ratio estimator: Cochran, Sampling Techniques, 1977,
// chapter 6): the error of their number is gone, and sites add up to what is known.
//
// Errors are intervals of 95 %. That of a share is Wilson's (1927), as the normal one is empty when all samples agree; the number of
// samples in it is Kish's effective one, corrected for the finite population. Intervals of several strata are added by their squares on
// either side (Zou, Donner: Construction of confidence limits about effect measures, 2008, DOI 10.1002/sim.3095).
//
// Not all objects could have been sampled: some are older than the recording, or samples were dropped. What is known to be older
// stays out. Where a stratum has more objects than its samples can stand for, by the upper limit of 99.9 % for a Poisson process, the
// Horvitz–Thompson estimate of all of them is distributed, and the rest stays unknown.
package site
