// Package lending says whether the server and volumes of one case can serve the next case with the same Given sentences. After a
// refused request they are as good as new; after an accepted one they are brought back to what they were, as far as everything
// that the cloud shows of them says so. At the first doubt they are not lent.
package lending
